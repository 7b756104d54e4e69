/** The keys of the cabinet, under `?`. */
import { Anchor, Kbd, Modal } from '@mantine/core'
import { useText } from '../text/text.ts'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import classes from './search-dialog.module.css'

const KEYS = [
  [['/'], 'keys.search'],
  [['g', 'o'], 'keys.overview'],
  [['g', 'b'], 'keys.buyers'],
  [['g', 'r'], 'keys.receipts'],
  [['g', 'p'], 'keys.pos'],
  [['n'], 'keys.new'],
  [['Ctrl', 'S'], 'keys.save'],
  [['Esc'], 'keys.close'],
  [['?'], 'keys.help'],
] as const

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText('tools')
  const shell = useText('shell')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size={420}
      closeButtonProps={{ 'aria-label': shell('ui.close') }}
    >
      <dl className={classes.keys}>
        {KEYS.map(([keys, name]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 ? ' ' : ''}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dt>
            <dd>{t(name)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.state}>
        {t('keys.off')}{' '}
        <Anchor component={PageLink} href={paths.account} inherit td="underline" onClick={onClose}>
          {t('keys.account')}
        </Anchor>
      </p>
    </Modal>
  )
}
