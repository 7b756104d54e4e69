/** The frame of the screens before the till: login, PIN, choice of the point. */
import type { ReactNode } from 'react'
import { useText } from '../../text/text.ts'
import { LanguageSelect, ThemeButton } from '../shell/look-controls.tsx'
import { Mark } from '../shell/mark.tsx'
import classes from './gate.module.css'

type Props = { title: string; text: string; children: ReactNode }

export function GateCard({ title, text, children }: Props) {
  const brand = useText('shell')('brand')
  return (
    <main className={classes.gate}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Mark size={36} />
          <span>{brand}</span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
      </div>
      <div className={classes.look}>
        <ThemeButton />
        <LanguageSelect />
      </div>
    </main>
  )
}
