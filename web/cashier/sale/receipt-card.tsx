/** The receipt at the right: every figure is the server's; grey while it is only expected. */
import { Button } from '@mantine/core'
import { dateTime } from '../../text/format.ts'
import { bonusesPlus } from '../shell/bonuses.ts'
import { Keys } from '../shell/kbd.tsx'
import { entered, mayRegister } from './entered.ts'
import { askedSpend, isFresh, previewGross } from './ask.ts'
import { noticeText } from './notice-text.ts'
import { useSale } from './sale-context.ts'
import { PromotionDiscounts, PromotionGains } from './promotion-rows.tsx'
import { SendingCard } from './sending-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { SuccessCard } from './success-card.tsx'
import classes from './receipt.module.css'
import { useCutOff } from './use-cut-off.ts'
import { type Figures, isOverLimit, type Sale } from './state.ts'

/** What is shown: the server's totals, or what they will most likely be. */
export function shownTotals(sale: Sale): {
  fresh: boolean
  gross: number
  to_pay: number
  spent: number
  accrual: number | undefined
} {
  const totals = sale.figures?.receipt.totals
  if (totals && isFresh(sale)) {
    const { gross, to_pay, bonuses_spent, accrual } = totals
    return { fresh: true, gross, to_pay, spent: bonuses_spent, accrual }
  }
  const gross = previewGross(sale)
  const known = typeof gross === 'number' ? gross : 0
  const spent = Math.min(askedSpend(sale), known)
  return {
    fresh: false,
    gross: known / 100,
    to_pay: (known - spent) / 100,
    spent: spent / 100,
    accrual: totals?.accrual,
  }
}

export function ReceiptCard() {
  const { t, sale, pos, till, shop, phone, open } = useSale()
  const notice = sale.notice?.at === 'receipt' ? sale.notice : undefined
  return (
    <section className={classes.paper} aria-label={t('sum.title', { pos: pos.name })}>
      {till.last?.shown && !phone ? (
        <SuccessCard key={till.last.receipt.receipt_id} receipt={till.last.receipt} />
      ) : till.kept && !phone ? (
        <KeptCard key={till.kept.key} gross={till.kept.gross} />
      ) : (
        <>
          <h2 className={classes.title}>{t('sum.title', { pos: pos.name })}</h2>
          <Rows />
          {notice ? (
            <p className={classes.notice} data-tone={notice.tone}>
              {noticeText(t, notice, shop)}
            </p>
          ) : null}
          {notice && isOverLimit(notice) && isFresh(sale) ? (
            <Button variant="default" h={48} fullWidth onClick={() => open('approval')}>
              {t('approval.title')}
            </Button>
          ) : null}
          {phone ? null : <Action />}
          <State />
        </>
      )}
    </section>
  )
}

function Rows() {
  const { t, sale, shop, money } = useSale()
  const shown = shownTotals(sale)
  const receipt = shown.fresh ? sale.figures?.receipt : undefined
  const totals = receipt?.totals
  return (
    <div data-grey={!shown.fresh || undefined} className={classes.figures} aria-busy={!shown.fresh}>
      <dl className={classes.rows}>
        <Row name={t('sum.gross')} value={money(shown.gross)} />
        {totals && totals.till_discount > 0 ? (
          <Row name={t('sum.till_discount')} value={money(-totals.till_discount)} />
        ) : null}
        {receipt ? <PromotionDiscounts receipt={receipt} /> : null}
        {totals && totals.level_discount > 0 ? (
          <Row name={t('sum.level')} value={money(-totals.level_discount)} />
        ) : null}
        {shown.spent > 0 ? <Row name={t('sum.spent')} value={money(-shown.spent)} /> : null}
        <Row
          name={t('sum.accrual')}
          value={shown.accrual === undefined ? '—' : bonusesPlus(shown.accrual)}
          bonus
        />
        {receipt ? <PromotionGains receipt={receipt} /> : null}
        {totals && totals.gifts > 0 ? (
          <Row name={t('sum.gifts')} value={bonusesPlus(totals.gifts)} bonus />
        ) : null}
      </dl>
      {totals?.accrual_active_from && totals.accrual > 0 && isLater(totals.accrual_active_from) ? (
        <p className={classes.active}>
          {t('sum.active', { date: dateTime(totals.accrual_active_from, shop.timezone) })}
        </p>
      ) : null}
      {receipt ? <Why receipt={receipt} /> : null}
      <div className={classes.total}>
        <span>{t('sum.to_pay')}</span>
        <strong>{money(shown.to_pay)}</strong>
      </div>
      {totals && totals.cash_to_pay !== totals.to_pay ? (
        <p className={classes.cash}>{t('sum.cash', { amount: money(totals.cash_to_pay) })}</p>
      ) : null}
    </div>
  )
}

/** Bonuses of most shops are active at once; only a delay is worth a line. */
const isLater = (moment: string) => Date.parse(moment) - Date.now() > 60_000

function Row({ name, value, bonus }: { name: string; value: string; bonus?: boolean }) {
  return (
    <div className={classes.row} data-bonus={bonus || undefined}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The server's own reasons, for «чому стільки?» at the counter. */
function Why({ receipt }: { receipt: Figures }) {
  const { t } = useSale()
  if (receipt.explain.length === 0) return null
  return (
    <details className={classes.why}>
      <summary>{t('sum.why')}</summary>
      <ul>
        {receipt.explain.map((each) => (
          <li key={`${each.rule} ${each.line} ${each.amount}`}>{each.text}</li>
        ))}
      </ul>
    </details>
  )
}

/** The one button, or what has become of the last press of it. */
export function Action() {
  const { sending } = useSale().sale
  if (['no', 'sending', 'keeping'].includes(sending.kind)) return <ConfirmButton />
  return <SendingCard sending={sending} />
}

function ConfirmButton() {
  const { t, sale, dispatch, session } = useSale()
  const sending = sale.sending.kind === 'sending' || sale.sending.kind === 'keeping'
  const cut_off = useCutOff()
  const gross = previewGross(sale)
  const ready = sale.ask !== undefined && typeof gross === 'number' && gross > 0
  const keep = (
    <Button
      variant="default"
      h={48}
      fullWidth
      mt="sm"
      onClick={() => dispatch({ type: 'keeping_chosen', may_register: mayRegister(session) })}
    >
      {t('offline.save')}
    </Button>
  )
  const confirm = (
    <Button
      className={classes.confirm}
      h={64}
      fullWidth
      disabled={!ready}
      loading={sending || sale.advance}
      justify="space-between"
      rightSection={<Keys>Enter ↵</Keys>}
      onClick={() => {
        // The button means the receipt itself: the step of the bonuses has been seen or passed.
        if (sale.stage === 'amount') dispatch({ type: 'went', stage: 'bonuses' })
        dispatch(entered(session))
      }}
    >
      {t(cut_off ? 'offline.save' : 'sum.confirm')}
    </Button>
  )
  // On a slow line the cashier chooses: wait for the figures, or keep the sale and go on.
  if (sale.calculation !== 'slow' || !ready || cut_off) return confirm
  return (
    <div className={classes.fill}>
      {confirm}
      {keep}
    </div>
  )
}

function State() {
  const { t, sale } = useSale()
  const cut_off = useCutOff()
  const gross = previewGross(sale)
  const text = !sale.ask
    ? t(typeof gross === 'number' ? 'sum.waiting_buyer' : 'sum.waiting')
    : cut_off
      ? t('offline.state')
      : sale.calculation === 'slow'
        ? t('sum.slow')
        : typeof gross !== 'number'
          ? t('sum.waiting_amount')
          : t(isFresh(sale) ? 'sum.ready' : 'sum.calculating')
  return <p className={classes.state}>{text}</p>
}
