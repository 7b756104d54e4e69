/** The report as a file, with the filters that are on. */
import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { AskOf } from '../../api/call.ts'
import { saveFile } from '../../shell/save-file.ts'
import { toast } from '../../shell/toasts.tsx'
import { currentLanguage, useText } from '../../text/text.ts'

type Ask = Omit<AskOf<'GET /api/v1/stats/export'>['query'], 'format' | 'language'>

export function ExportMenu({ ask }: { ask: Ask }) {
  const t = useText('reports')
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      saveFile('/api/v1/stats/export', { ...ask, format, language: currentLanguage() }),
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
