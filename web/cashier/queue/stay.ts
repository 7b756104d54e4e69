/** While sales wait on this device, the browser asks before the till is closed. */
let waits = () => false
let free = false

/** Begins to ask; `isNeeded` says whether something would be left behind. */
export function askBeforeLeaving(isNeeded: () => boolean): void {
  waits = isNeeded
  addEventListener('beforeunload', (event) => {
    if (!free && waits()) event.preventDefault()
  })
}

/** A reload of the till's own: everything is kept, so nobody is asked. */
export function leaveFreely(leave: () => void): void {
  free = true
  leave()
}
