/** Step 3: how many bonuses the buyer takes off. Nothing by default; the limit is the server's. */
import { Button } from '@mantine/core'
import { number } from '../../text/format.ts'
import { Keys } from '../shell/kbd.tsx'
import { Block } from './block.tsx'
import { fieldOf, useSale } from './sale-context.ts'
import classes from './sale.module.css'
import { toMinor } from './sum.ts'
import { useCutOff } from './use-cut-off.ts'

export function BonusesBlock() {
  const { t, sale, session, shop, dispatch } = useSale()
  const receipt = sale.figures?.receipt
  const max = receipt?.totals.bonuses_max ?? 0
  const permitted = session.manager.permissions.spend
  const cut_off = useCutOff()
  const off = !permitted || cut_off || !sale.buyer || sale.buyer.balance === 0
  const limit =
    receipt?.explain.find((each) => each.rule.startsWith('bonus_limit'))?.text ??
    // Told also before anyone asks for more: the buyer will.
    (receipt?.totals.bonuses_max_reason === 'min_price' ? t('spend.min_price') : undefined)
  const choose = (share: 'max' | 'half' | 'none') =>
    dispatch({ type: 'spend_chosen', share, step: Math.max(toMinor(shop.spend_step), 1) })
  const open = off ? t('spend.nothing') : limit
  const hint = !permitted ? t('spend.denied') : cut_off ? t('offline.spend') : open
  return (
    <Block step={3} stage="bonuses" label={t('spend.title')}>
      <label className={classes.label} htmlFor={fieldOf.bonuses}>
        {max > 0 ? t('spend.label_max', { max: number(max) }) : t('spend.label')}
      </label>
      <div
        className={classes.field}
        data-off={off || undefined}
        data-wrong={sale.notice?.at === 'bonuses' || undefined}
      >
        <input
          id={fieldOf.bonuses}
          className={classes.input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          placeholder="0"
          disabled={off}
          aria-describedby="till-bonuses-notice till-bonuses-hint"
          value={sale.spend_text}
          onChange={(event) => dispatch({ type: 'spend_typed', text: event.currentTarget.value })}
          onBlur={() => dispatch({ type: 'spend_left' })}
        />
        <Button
          className={classes.max}
          h={40}
          disabled={off}
          rightSection={<Keys>F4</Keys>}
          onClick={() => choose('max')}
        >
          {max > 0 ? t('spend.max_of', { max: number(max) }) : t('spend.max')}
        </Button>
      </div>
      <div className={classes.chips}>
        <Button
          variant="default"
          radius="xl"
          h={48}
          disabled={off || max === 0}
          onClick={() => choose('half')}
        >
          {t('spend.half')}
        </Button>
        <Button variant="default" radius="xl" h={48} disabled={off} onClick={() => choose('none')}>
          {t('spend.none')}
        </Button>
        {hint && sale.notice?.at !== 'bonuses' ? (
          <span className={classes.hint} id="till-bonuses-hint">
            {hint}
          </span>
        ) : null}
      </div>
    </Block>
  )
}
