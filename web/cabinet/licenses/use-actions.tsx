/** What can be done with a license; what cannot be taken back is asked first. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { toast } from '../../shell/toasts.tsx'
import { date } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { type License, useCancel, useRemove } from './queries.ts'

type Asked = { act: 'cancel' | 'delete'; license: License }

export function useActions(organization: Organization) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const { id } = organization
  return {
    pay: (license: License) => void navigate({ href: paths.tariff(id, license.id) }),
    assign: (license: License) => {
      const query = license.pos_id ? `?pos=${license.pos_id}&part=license` : ''
      void navigate({ href: paths.pos(id) + query })
    },
    cancel: (license: License) => setAsked({ act: 'cancel', license }),
    remove: (license: License) => setAsked({ act: 'delete', license }),
    question: (
      <Question organization={organization} asked={asked} onClose={() => setAsked(undefined)} />
    ),
  }
}
export type Actions = ReturnType<typeof useActions>

type Props = { organization: Organization; asked: Asked | undefined; onClose: () => void }

function Question({ organization: { id, timezone }, asked, onClose }: Props) {
  const t = useText('licenses')
  const cancel = useCancel(id)
  const remove = useRemove(id)
  if (!asked) return null
  const { act, license } = asked
  const until = date(license.expires_at, timezone)
  const doing = act === 'cancel' ? cancel : remove
  return (
    <ConfirmDanger
      opened
      onClose={onClose}
      title={t(`${act}.title`)}
      verb={t(`act.${act}`)}
      pending={doing.isPending}
      error={doing.error ? problemSentence(doing.error) : undefined}
      onConfirm={() =>
        doing.mutate(license.id, {
          onSuccess() {
            onClose()
            toast.done(t(`${act}.done`, { date: until }))
          },
        })
      }
    >
      {t(`${act}.text`, { date: until })}
    </ConfirmDanger>
  )
}
