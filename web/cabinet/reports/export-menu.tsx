/** The report as a file, with the filters that are on. */
import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { AskOf } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { profileQuery } from '../../shell/profile.ts'
import { toast } from '../../shell/toasts.tsx'
import { currentLanguage, useText } from '../../text/text.ts'

type Ask = Omit<AskOf<'GET /api/v1/stats/export'>['query'], 'format' | 'language'>

export function ExportMenu({ ask }: { ask: Ask }) {
  const t = useText('reports')
  const save = useMutation({
    async mutationFn(format: 'csv' | 'xlsx') {
      // The browser follows a link by itself and cannot renew a session; this call can.
      await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 })
      const chosen = { ...ask, format, language: currentLanguage() }
      const query = new URLSearchParams(
        Object.entries(chosen).flatMap(([key, value]) =>
          value === undefined || value === '' ? [] : [[key, value]],
        ),
      )
      location.assign(`/api/v1/stats/export?${query.toString()}`)
    },
    onError: (error) => void toast.problem(error),
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={20} stroke={1.75} />}
        >
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save.mutate('xlsx')}>{t('export.xlsx')}</Menu.Item>
        <Menu.Item onClick={() => save.mutate('csv')}>{t('export.csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
