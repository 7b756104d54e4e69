/** The buyer is being asked: how long they have, the digits they may read out, and a way back. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { CONFIRM_CODE, useSale } from './sale-context.ts'
import classes from './waiting.module.css'
import type { Sending } from './state.ts'

const WAITS_SECONDS = 90
const RADIUS = 34
const LENGTH = 2 * Math.PI * RADIUS

export function WaitingCard({ sending }: { sending: Extract<Sending, { kind: 'awaiting' }> }) {
  const { t, typeCode, withdraw, sale } = useSale()
  const left = useSecondsLeft(sending.ends_at)
  const locked = sending.tries_left === 0
  const hint = locked
    ? t('confirm.locked')
    : sending.wrong
      ? t('confirm.wrong', { count: sending.tries_left })
      : t('confirm.code_hint')
  return (
    <div className={classes.card} role="group" aria-labelledby="till-confirm-title">
      <div className={classes.head}>
        <Ring left={left} />
        <div>
          <p className={classes.title} id="till-confirm-title">
            {t('confirm.title')}
          </p>
          <p className={classes.text}>
            {t('confirm.text', { name: sale.buyer?.name_masked || sale.buyer?.phone_masked || '' })}
          </p>
        </div>
      </div>
      <label className={classes.code} htmlFor={CONFIRM_CODE}>
        <span>{t('confirm.code')}</span>
        <input
          id={CONFIRM_CODE}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={4}
          disabled={locked}
          aria-invalid={sending.wrong || undefined}
          aria-describedby="till-confirm-hint"
          value={sending.code}
          onChange={(event) => typeCode(event.currentTarget.value.replace(/\D/g, ''))}
        />
      </label>
      <p
        className={classes.hint}
        id="till-confirm-hint"
        role="status"
        data-wrong={sending.wrong || locked || undefined}
      >
        {hint}
      </p>
      <Button variant="default" h={48} fullWidth onClick={withdraw}>
        {t('confirm.withdraw')}
      </Button>
    </div>
  )
}

function Ring({ left }: { left: number }) {
  const { t } = useSale()
  const share = Math.min(1, left / WAITS_SECONDS)
  return (
    <span
      className={classes.ring}
      role="timer"
      aria-label={t('confirm.left', { count: left })}
      data-late={left <= 15 || undefined}
    >
      <svg viewBox="0 0 80 80" aria-hidden>
        <circle cx="40" cy="40" r={RADIUS} />
        <circle
          cx="40"
          cy="40"
          r={RADIUS}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      <span aria-hidden>{left}</span>
    </span>
  )
}

function useSecondsLeft(ends_at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((ends_at - now) / 1000))
}
