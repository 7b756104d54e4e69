/** What the gifts cost a month, beside the form while it is filled, and asked when it grows. */
import { Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { moneyWhole, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import type { Cost } from './cost.ts'
import classes from './welcome.module.css'

type Props = { cost: Cost; currency: string }

export function CostCard({ cost, currency }: Props) {
  const t = useText('welcome')
  return (
    <Card className={classes.cost}>
      <Title order={2} size="h4">
        {t('cost.title')}
      </Title>
      <p className={classes.sum} aria-live="polite">
        ≈ {moneyWhole(cost.amount, currency)}
      </p>
      <p className={classes.quiet}>
        {cost.by_example
          ? t('cost.by_example', { count: cost.newcomers, amount: number(cost.newcomers) })
          : t('cost.for', { count: cost.newcomers, amount: number(cost.newcomers) })}
      </p>
      <p className={classes.quiet}>{t('cost.note')}</p>
      <p className={classes.once}>
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        <span>
          <strong>{t('once.title')}</strong> {t('once.text')}
        </span>
      </p>
    </Card>
  )
}

type QuestionProps = Props & { opened: boolean; onClose: () => void; onConfirm: () => void }

export function CostQuestion({ cost, currency, opened, onClose, onConfirm }: QuestionProps) {
  const t = useText('welcome')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('question.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text>{t('question.text', { cost: moneyWhole(cost.amount, currency) })}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('question.back')}
          </Button>
          <Button onClick={onConfirm}>{t('question.go')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
