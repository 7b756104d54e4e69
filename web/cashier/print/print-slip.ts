/**
 * Prints one slip through the browser's own dialog. The slip stands in the page only while it is
 * printed; the paper is as wide as the roll and as long as what is on it.
 */
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { getPreferences } from '../shell/preferences.ts'
import classes from './slip.module.css'

const MM_PER_PX = 25.4 / 96

export function printSlip(content: ReactNode) {
  const { slip_mm } = getPreferences()
  const place = document.createElement('div')
  place.className = classes.place ?? ''
  place.dataset.width = String(slip_mm)
  const style = document.createElement('style')
  document.body.append(place, style)
  const root = createRoot(place)
  flushSync(() => root.render(createElement('div', { className: classes.slip }, content)))
  const height = Math.ceil(place.offsetHeight * MM_PER_PX) + 4
  style.textContent = `@page { size: ${slip_mm}mm ${height}mm; margin: 0 }`
  const clear = () => {
    root.unmount()
    place.remove()
    style.remove()
  }
  addEventListener('afterprint', clear, { once: true })
  window.print()
}
