/** Every key of the till on one card. */
import { type TextKey, useText } from '../../text/text.ts'
import { Keys } from './kbd.tsx'
import classes from './workplace.module.css'
import { TillModal } from './till-modal.tsx'

const rows: [string, TextKey<'cashier'>][] = [
  ['F2', 'help.f2'],
  ['F3', 'help.f3'],
  ['F4', 'help.f4'],
  ['F6', 'help.f6'],
  ['F7', 'help.f7'],
  ['F8', 'help.f8'],
  ['F9', 'help.f9'],
  ['Enter', 'help.enter'],
  ['Esc', 'help.esc'],
  ['Esc Esc', 'help.esc2'],
  ['Alt + 1 2 3', 'help.steps'],
  ['Ctrl + P', 'help.print'],
  ['?', 'help.help'],
]

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText('cashier')
  return (
    <TillModal onClose={onClose} title={t('help.title')} size={480}>
      <dl className={classes.keys}>
        {rows.map(([key, name]) => (
          <div key={key}>
            <dt>{t(name)}</dt>
            <dd aria-label={key}>
              <Keys>{key}</Keys>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t('help.scan')}</p>
    </TillModal>
  )
}
