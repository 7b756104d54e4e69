/** A phone nobody has: registered with this very receipt, when the cashier says so. */
import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconUserPlus } from '@tabler/icons-react'
import { phone as printed } from '../../text/format.ts'
import { Keys } from '../shell/kbd.tsx'
import { JoinCode, useJoinCode } from './join-code.tsx'
import { INVITER_FIELD, REGISTER_BUTTON, useSale } from './sale-context.ts'
import classes from './sale.module.css'
import { isAboutInviter, type Newcomer } from './state.ts'

export function NewcomerCard({ newcomer }: { newcomer: Newcomer }) {
  const { t, sale, dispatch, pos, phone: narrow } = useSale()
  const code = useJoinCode(pos.id)
  const wrong = sale.notice !== undefined && isAboutInviter(sale.notice)
  const title = t('new.title', { phone: printed(newcomer.phone) })
  return (
    <div className={classes.newcomer} role="group" aria-label={title}>
      <strong className={classes.newTitle}>
        {newcomer.register ? (
          <IconCheck size={24} stroke={1.75} aria-hidden />
        ) : (
          <IconUserPlus size={24} stroke={1.75} aria-hidden />
        )}
        {title}
      </strong>
      <p className={classes.quiet}>{t(newcomer.register ? 'new.ready' : 'new.text')}</p>
      {code ? (
        <div className={classes.join}>
          <JoinCode code={code} label={t('new.code')} className={classes.joinCode} />
          <p className={classes.quiet}>{t('new.show_code')}</p>
        </div>
      ) : null}
      <div className={classes.newForm} data-inviter={newcomer.may_be_invited || undefined}>
        <TextInput
          aria-label={t('new.name')}
          placeholder={t('new.name')}
          styles={{ input: { height: 48 } }}
          autoComplete="off"
          maxLength={80}
          value={newcomer.name}
          onChange={(event) =>
            dispatch({ type: 'newcomer_named', name: event.currentTarget.value })
          }
        />
        {newcomer.may_be_invited ? (
          <TextInput
            id={INVITER_FIELD}
            aria-label={t('new.inviter')}
            placeholder={t('new.inviter')}
            styles={{ input: { height: 48 } }}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
            error={wrong}
            aria-describedby={wrong ? 'till-buyer-notice' : undefined}
            value={newcomer.inviter}
            onChange={(event) =>
              dispatch({ type: 'inviter_typed', text: event.currentTarget.value })
            }
          />
        ) : null}
        {newcomer.register ? null : (
          <Button
            id={REGISTER_BUTTON}
            h={48}
            rightSection={narrow ? undefined : <Keys>Enter ↵</Keys>}
            onClick={() => dispatch({ type: 'newcomer_accepted' })}
          >
            {t('new.submit')}
          </Button>
        )}
      </div>
    </div>
  )
}
