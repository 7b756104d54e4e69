/** Who the buyer is, and what an owner may do at once: give bonuses, take them, block the card. */
import { ActionIcon, Avatar, Badge, Button, Group, Menu, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconArrowMerge,
  IconDots,
  IconFileDownload,
  IconLock,
  IconLockOpen,
  IconMinus,
  IconPin,
  IconPlus,
  IconUserHeart,
  IconUserOff,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { saveFile } from '../../shell/save-file.ts'
import { toast } from '../../shell/toasts.tsx'
import { date, initials, phone as printed } from '../../text/format.ts'
import { type Text, useText } from '../../text/text.ts'
import { usePageTitle } from '../../ui/page-header.tsx'
import { undoable } from '../../ui/undo.tsx'
import { WhenOpened } from '../../ui/when-opened.tsx'
import classes from './buyers.module.css'
import { ForgetDialog } from './forget-dialog.tsx'
import { InviterDialog } from './inviter-dialog.tsx'
import { ManualDialog } from './manual-dialog.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { type BuyerWhole, useUpdateBuyer } from './queries.ts'
import { RevealPhone } from './reveal-phone.tsx'

const MergeDialog = lazy(async () => ({
  default: (await import('./merge-dialog.tsx')).MergeDialog,
}))

type Props = { organization: Organization; buyer: BuyerWhole }

export function BuyerHeader({ organization, buyer }: Props) {
  const t = useText('buyers')
  const { profile, level, consent, messengers } = buyer
  const name = [profile.first_name, profile.last_name].filter(Boolean).join(' ') || t('no_name')
  usePageTitle(name)
  return (
    <header className={classes.head}>
      <Avatar size={56} radius="md" color="spruce" aria-hidden>
        {initials(profile.first_name ?? undefined, profile.last_name ?? undefined) || '—'}
      </Avatar>
      <div className={classes.title}>
        <Group gap={8}>
          <Title order={1} tabIndex={-1}>
            {name}
          </Title>
          {level ? (
            <Badge leftSection={level.pinned ? <IconPin size={14} aria-hidden /> : undefined}>
              {levelText(level, organization.timezone, t)}
            </Badge>
          ) : null}
          {profile.status === 'active' ? null : (
            <Badge color="kalyna">{t(`status.${profile.status}`)}</Badge>
          )}
        </Group>
        <div className={classes.meta}>
          {profile.phone ? (
            <a href={`tel:${profile.phone}`}>{printed(profile.phone)}</a>
          ) : (
            <RevealPhone
              organization_id={organization.id}
              buyer_id={profile.id}
              masked={profile.phone_masked}
            />
          )}
          <span>
            {t('card.since', { date: date(profile.joined_at, organization.timezone) })},{' '}
            {t(`card.via.${profile.joined_via}`)}
          </span>
          <span>
            {messengers.length
              ? messengers.map((one) => t(`messenger.${one}`)).join(', ')
              : t('no_messenger')}
          </span>
          <span>{t(consent.messages ? 'card.consent.yes' : 'card.consent.no')}</span>
          <span>{t('card.code', { code: profile.card_code })}</span>
          <Inviter organization={organization} buyer={buyer} />
        </div>
      </div>
      <Actions organization={organization} buyer={buyer} />
    </header>
  )
}

function Inviter({ organization, buyer }: Props) {
  const t = useText('buyers')
  const { inviter } = buyer.referral
  if (!inviter) return null
  const name = inviter.name || inviter.phone_masked || t('no_name')
  return (
    <PageLink href={paths.buyer_by_id(organization.id, inviter.id)}>
      {t('inviter.is', { name })}
    </PageLink>
  )
}

function levelText(
  level: NonNullable<BuyerWhole['level']>,
  timezone: string,
  t: Text<'buyers'>,
): string {
  const name = t('card.level', { name: level.name })
  if (!level.pinned) return name
  if (level.pinned_until === null) return `${name}, ${t('pin.always')}`
  // The pin ends with the last moment of its day.
  const last = new Date(Date.parse(level.pinned_until) - 1)
  return `${name}, ${t('pin.to', { date: date(last, timezone) })}`
}

function Actions({ organization, buyer }: Props) {
  const t = useText('buyers')
  const [accruing, accrual] = useDisclosure()
  const [withdrawing, withdraw] = useDisclosure()
  const [pinning, pin] = useDisclosure()
  const [inviting, inviter] = useDisclosure()
  const [forgetting, forget] = useDisclosure()
  const [merging, merge] = useDisclosure()
  const forgotten = buyer.profile.status === 'forgotten'
  return (
    <Group gap="xs">
      <Button
        px="sm"
        leftSection={<IconPlus size={20} stroke={1.75} />}
        onClick={accrual.open}
        disabled={forgotten}
      >
        {t('accrual')}
      </Button>
      <Button
        variant="default"
        px="sm"
        leftSection={<IconMinus size={20} stroke={1.75} />}
        onClick={withdraw.open}
        disabled={forgotten || buyer.balance.available === 0}
      >
        {t('withdraw')}
      </Button>
      {forgotten ? null : (
        <MoreMenu
          organization={organization}
          buyer={buyer}
          onPin={pin.open}
          onInviter={inviter.open}
          onMerge={merge.open}
          onForget={forget.open}
        />
      )}
      <ForgetDialog
        organization={organization}
        buyer={buyer}
        opened={forgetting}
        onClose={forget.close}
      />
      <InviterDialog
        organization={organization}
        buyer={buyer}
        opened={inviting}
        onClose={inviter.close}
      />
      <WhenOpened opened={merging}>
        <MergeDialog
          organization={organization}
          buyer={buyer}
          opened={merging}
          onClose={merge.close}
        />
      </WhenOpened>
      <PinDialog organization={organization} buyer={buyer} opened={pinning} onClose={pin.close} />
      <ManualDialog
        kind="accrual"
        organization={organization}
        buyer={buyer}
        opened={accruing}
        onClose={accrual.close}
      />
      <ManualDialog
        kind="withdraw"
        organization={organization}
        buyer={buyer}
        opened={withdrawing}
        onClose={withdraw.close}
      />
    </Group>
  )
}

type MenuProps = Props & {
  onPin: () => void
  onInviter: () => void
  onMerge: () => void
  onForget: () => void
}

function MoreMenu({ organization, buyer, onPin, onInviter, onMerge, onForget }: MenuProps) {
  const t = useText('buyers')
  const update = useUpdateBuyer(organization.id, buyer.profile.id)
  const data = useMutation({
    mutationFn: () =>
      saveFile(`/api/v1/buyers/${buyer.profile.id}/export`, { organization_id: organization.id }),
    onError: (error) => void toast.problem(error),
  })
  const blocked = buyer.profile.status === 'blocked'
  const set = (status: 'active' | 'blocked', undo: boolean) =>
    update.mutate(
      { status },
      {
        onSuccess() {
          const text = t(status === 'blocked' ? 'card.blocked' : 'card.unblocked')
          const back = status === 'blocked' ? 'active' : 'blocked'
          toast.done(
            undo ? undoable({ text, verb: t('undo'), onUndo: () => set(back, false) }) : text,
          )
        },
        onError: (error) => void toast.problem(error),
      },
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={42} aria-label={t('card.menu')}>
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {buyer.level ? (
          <Menu.Item leftSection={<IconPin size={18} stroke={1.75} />} onClick={onPin}>
            {t('pin.title')}
          </Menu.Item>
        ) : null}
        {buyer.referral.may_be_invited ? (
          <Menu.Item leftSection={<IconUserHeart size={18} stroke={1.75} />} onClick={onInviter}>
            {t('inviter.title')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={
            blocked ? (
              <IconLockOpen size={18} stroke={1.75} />
            ) : (
              <IconLock size={18} stroke={1.75} />
            )
          }
          onClick={() => set(blocked ? 'active' : 'blocked', true)}
        >
          {t(blocked ? 'card.unblock' : 'card.block')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileDownload size={18} stroke={1.75} />}
          onClick={() => data.mutate()}
        >
          {t('data.menu')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowMerge size={18} stroke={1.75} />} onClick={onMerge}>
          {t('merge.menu')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconUserOff size={18} stroke={1.75} />}
          onClick={onForget}
        >
          {t('forget.menu')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
