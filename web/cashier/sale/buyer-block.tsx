/** Step 1: one field for a phone or a code, then the buyer's card in its place. */
import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconCamera, IconTicket, IconX } from '@tabler/icons-react'
import { Keys } from '../shell/kbd.tsx'
import { mayWait } from '../queue/parcel.ts'
import { AwayBuyer } from './away-buyer.tsx'
import { Block } from './block.tsx'
import { BuyerCard } from './buyer-card.tsx'
import { NewcomerCard } from './newcomer-card.tsx'
import { fieldOf, useSale } from './sale-context.ts'
import classes from './sale.module.css'
import { isAboutInviter } from './state.ts'
import { useCutOff } from './use-cut-off.ts'

export function BuyerBlock() {
  const { t, sale } = useSale()
  const is_away = useCutOff() && sale.calculation === 'failed' && !sale.newcomer
  const away = is_away && sale.ask && mayWait(sale.ask) ? sale.ask : undefined
  return (
    <Block step={1} stage="buyer" label={t('buyer.title')}>
      {sale.buyer ? (
        <BuyerCard buyer={sale.buyer} />
      ) : away ? (
        <AwayBuyer ask={away} />
      ) : (
        <BuyerField />
      )}
      {sale.newcomer ? <NewcomerCard newcomer={sale.newcomer} /> : null}
      {sale.flyer === undefined ? null : <Flyer code={sale.flyer} />}
    </Block>
  )
}

/** Its gift needs a buyer: the field above waits for one. */
function Flyer({ code }: { code: string }) {
  const { t, sale, dispatch } = useSale()
  return (
    <p className={classes.flyer} role="status">
      <IconTicket size={20} stroke={1.75} aria-hidden />
      <span>{t(sale.buyer || sale.newcomer ? 'flyer.taken' : 'flyer.needs_buyer', { code })}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('flyer.drop', { code })}
        onClick={() => dispatch({ type: 'flyer_dropped' })}
      >
        <IconX size={20} stroke={1.75} />
      </ActionIcon>
    </p>
  )
}

function BuyerField() {
  const { t, sale, dispatch, open } = useSale()
  const looking = sale.ask !== undefined && !sale.newcomer && sale.calculation !== 'failed'
  const wrong = sale.notice?.at === 'buyer' && !isAboutInviter(sale.notice)
  return (
    <>
      <label className={classes.label} htmlFor={fieldOf.buyer}>
        {t('buyer.label')}
      </label>
      <div className={classes.field} data-wrong={wrong || undefined}>
        <input
          id={fieldOf.buyer}
          className={classes.input}
          inputMode="tel"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          placeholder={t('buyer.placeholder')}
          aria-describedby="till-buyer-notice till-buyer-hint"
          aria-invalid={wrong}
          value={sale.buyer_text}
          onChange={(event) => dispatch({ type: 'buyer_typed', text: event.currentTarget.value })}
        />
        {looking ? <Loader size={20} aria-label={t('buyer.looking')} /> : null}
        <Button
          className={classes.wide}
          variant="light"
          h={40}
          leftSection={<IconCamera size={20} stroke={1.75} />}
          rightSection={<Keys>F3</Keys>}
          onClick={() => open('camera')}
        >
          {t('buyer.camera')}
        </Button>
        <ActionIcon
          className={classes.narrow}
          variant="light"
          size={48}
          aria-label={t('buyer.camera')}
          onClick={() => open('camera')}
        >
          <IconCamera size={24} stroke={1.75} />
        </ActionIcon>
      </div>
      {wrong || sale.newcomer ? null : (
        <p className={classes.hint} id="till-buyer-hint">
          {t('buyer.hint')}
        </p>
      )}
    </>
  )
}
