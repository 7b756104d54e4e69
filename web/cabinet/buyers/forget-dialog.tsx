/** Forgetting a buyer for good: said in figures, and the name is typed first. */
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { type BuyerWhole, useForgetBuyer } from './queries.ts'

type Props = {
  organization: Organization
  buyer: BuyerWhole
  opened: boolean
  onClose: () => void
}

export function ForgetDialog({ organization, buyer, opened, onClose }: Props) {
  const t = useText('buyers')
  const { profile, balance } = buyer
  const forget = useForgetBuyer(organization.id, profile.id)
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ')
  const held = balance.available + balance.pending
  return (
    <ConfirmDanger
      opened={opened}
      onClose={onClose}
      title={t('forget.title')}
      verb={t('forget.verb')}
      pending={forget.isPending}
      {...(name !== '' && { type_name: name })}
      {...(forget.error && { error: problemSentence(forget.error) })}
      onConfirm={() =>
        forget.mutate(undefined, {
          onSuccess() {
            toast.done(t('forget.done'))
            onClose()
          },
        })
      }
    >
      <p>{t('forget.text')}</p>
      {held > 0 ? <p>{t('forget.bonuses', { amount: counted('bonus', held) })}</p> : null}
    </ConfirmDanger>
  )
}
