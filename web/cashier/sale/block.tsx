/** One numbered block of the flow. The number is the step, and its key is Alt with the number. */
import type { ReactNode } from 'react'
import classes from './sale.module.css'
import { noticeText } from './notice-text.ts'
import { useSale } from './sale-context.ts'
import type { Stage } from './state.ts'

type Props = { step: 1 | 2 | 3; stage: Stage; label: string; children: ReactNode }

export function Block({ step, stage, label, children }: Props) {
  const { t, sale, shop } = useSale()
  const notice = sale.notice?.at === stage ? sale.notice : undefined
  return (
    <section
      className={classes.block}
      aria-label={label}
      data-now={sale.stage === stage || undefined}
    >
      <span className={classes.number} aria-hidden>
        {step}
      </span>
      <div className={classes.content}>
        {children}
        {notice ? (
          <p className={classes.notice} data-tone={notice.tone} id={`till-${stage}-notice`}>
            {noticeText(t, notice, shop)}
          </p>
        ) : null}
      </div>
    </section>
  )
}
