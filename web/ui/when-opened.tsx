/** A part of a page that is loaded when it is first opened. */
import { type ReactNode, Suspense, useState } from 'react'

/** Once opened it stays, so that it can close with its movement; its contents are `lazy`. */
export function WhenOpened({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(opened)
  if (opened && !wanted) setWanted(true)
  return wanted ? <Suspense>{children}</Suspense> : null
}
