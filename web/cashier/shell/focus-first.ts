/** A ref that puts the caret into a field when it appears: the field the screen is opened for. */
export const focusFirst = (element: HTMLElement | null) => element?.focus()
