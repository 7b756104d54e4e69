/** Several points of sale: where is this device today? Remembered for the next time. */
import { useText } from '../../text/text.ts'
import { focusFirst } from '../shell/focus-first.ts'
import { GateCard } from './gate-card.tsx'
import classes from './gate.module.css'
import { choosePos, type TillSession } from './session.ts'

export function PosChoice({ session }: { session: TillSession }) {
  const t = useText('cashier')
  const none = session.pos.length === 0
  return (
    <GateCard title={t('pos.title')} text={t(none ? 'pos.none' : 'pos.text')}>
      <div className={classes.tiles}>
        {session.pos.map((pos, index) => (
          <button
            key={pos.id}
            type="button"
            className={classes.tile}
            ref={index === 0 ? focusFirst : undefined}
            onClick={() => choosePos(pos.id)}
          >
            <strong>{pos.name}</strong>
            <span>{[pos.city_name, pos.address].filter(Boolean).join(', ')}</span>
          </button>
        ))}
      </div>
    </GateCard>
  )
}
