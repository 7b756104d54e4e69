import { Button, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBrandFacebook, IconBrandGoogle } from '@tabler/icons-react'
import { ApiProblem, call } from '../../api/call.ts'
import { paths } from '../../shell/paths.ts'
import { type Profile, profileQuery } from '../../shell/profile.ts'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'
import classes from './account.module.css'
import { useVerifyPassword } from '../../shell/verify-password.tsx'

type Provider = Profile['providers'][number]

const looks = {
  google: { name: 'Google', icon: IconBrandGoogle },
  facebook: { name: 'Facebook', icon: IconBrandFacebook },
} as const

/** The social accounts that may sign in to this one; shown when the server is set up for any. */
export function SocialLinks({ profile }: { profile: Profile }) {
  const t = useText('account')
  const client = useQueryClient()
  const { guard, dialog } = useVerifyPassword()
  const { data } = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => call('GET /api/v1/user/providers', { signal }),
    staleTime: Infinity,
  })
  const link = useMutation({
    mutationFn: (provider: Provider) => {
      const query = { redirect: paths.account, link: 'true' as const }
      return provider === 'google'
        ? call('GET /api/v1/google/start', { query })
        : call('GET /api/v1/facebook/start', { query })
    },
    onSuccess: ({ url }) => location.assign(url),
    onError: toast.problem,
  })
  const unlink = useMutation({
    mutationFn: (provider: Provider) =>
      call('DELETE /api/v1/user/providers/{provider}', { params: { provider } }),
    onSuccess: async () => {
      toast.done(t('link.removed'))
      await client.invalidateQueries({ queryKey: profileQuery.queryKey })
    },
    onError: (error, provider) => {
      if (guard(error, () => unlink.mutate(provider))) return
      const last = error instanceof ApiProblem && error.code === 'in_use'
      if (last) toast.error(t('link.last'))
      else toast.problem(error)
    },
  })
  const shown = (['google', 'facebook'] as const).filter(
    (provider) => data?.[provider] || profile.providers.includes(provider),
  )
  if (shown.length === 0) return null
  return (
    <section className={`${classes.section} ${classes.danger}`}>
      <Title order={2} size="h3">
        {t('section.links')}
      </Title>
      <ul className={classes.rows}>
        {shown.map((provider) => {
          const { name, icon: Icon } = looks[provider]
          const linked = profile.providers.includes(provider)
          return (
            <li key={provider} className={classes.row}>
              <div className={classes.rowTitle}>
                <Icon size={20} aria-hidden /> {name}
                <Text span size="sm" c="dimmed">
                  {t(linked ? 'link.on' : 'link.off')}
                </Text>
              </div>
              <Button
                variant="default"
                size="sm"
                loading={(linked ? unlink : link).isPending}
                onClick={() => (linked ? unlink : link).mutate(provider)}
              >
                {t(linked ? 'link.remove' : 'link.add')}
              </Button>
            </li>
          )
        })}
      </ul>
      {dialog}
    </section>
  )
}
