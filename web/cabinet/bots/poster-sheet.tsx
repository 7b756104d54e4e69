/** A poster for the counter: what it gives in one line, the code to scan, three steps. */
import { useText } from '../../text/text.ts'
import { PrintSheet, Qr } from '../../ui/print-sheet.tsx'
import classes from './poster-sheet.module.css'
import type { Printed } from './queries.ts'

export type PosterSize = 'a5' | 'a6' | 'sticker'
type Props = { shop: string; link: Printed; size: PosterSize; onPrinted: () => void }

export function PosterSheet({ shop, link, size, onPrinted }: Props) {
  const t = useText('bots')
  return (
    <PrintSheet className={classes[size]} onPrinted={onPrinted}>
      <p className={classes.shop}>{shop}</p>
      <h2 className={classes.title}>{t('poster.title')}</h2>
      <Qr className={classes.qr} text={link.link} label={t('posters.qr', { name: shop })} />
      {size === 'sticker' ? null : (
        <ol className={classes.steps}>
          <li>{t('poster.step1')}</li>
          <li>{t('poster.step2')}</li>
          <li>{t('poster.step3')}</li>
        </ol>
      )}
      <p className={classes.link}>{link.link.replace(/^https?:\/\//, '')}</p>
    </PrintSheet>
  )
}
