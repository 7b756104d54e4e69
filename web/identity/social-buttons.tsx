/** Google and Facebook, each shown only when this server is set up for it. */
import { Button, Divider, Stack } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { toast } from '../shell/toasts.tsx'
import { useText } from '../text/text.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call('GET /api/v1/user/providers', { signal }),
  staleTime: Infinity,
})

export type Provider = 'google' | 'facebook'

/** Asks where to send the browser, and sends it there. */
export function useStartSocial() {
  return useMutation({
    mutationFn: ({ provider, redirect }: { provider: Provider; redirect?: string }) => {
      const query = redirect ? { redirect } : {}
      return provider === 'google'
        ? call('GET /api/v1/google/start', { query })
        : call('GET /api/v1/facebook/start', { query })
    },
    onSuccess: ({ url }) => location.assign(url),
    onError: toast.problem,
  })
}

export function SocialButtons({ redirect }: { redirect?: string | undefined }) {
  const t = useText('auth')
  const { data } = useQuery(providersQuery)
  const start = useStartSocial()
  if (!data || (!data.google && !data.facebook)) return null
  const button = (provider: Provider, icon: React.ReactNode) => (
    <Button
      variant="default"
      leftSection={icon}
      loading={start.isPending && start.variables.provider === provider}
      onClick={() => start.mutate(redirect ? { provider, redirect } : { provider })}
    >
      {t(`social.${provider}`)}
    </Button>
  )
  return (
    <Stack gap="sm" mb="md">
      {data.google ? button('google', <IconBrandGoogle size={20} />) : null}
      {data.facebook ? button('facebook', <IconBrandFacebook size={20} />) : null}
      <Divider label={t('or')} labelPosition="center" />
    </Stack>
  )
}
