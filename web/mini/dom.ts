/** Elements without a library. Texts are always text: nothing of a shop is read as markup. */

type Child = Node | string | null | undefined | false
type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>

/** Makes an element: `el('p', { class: 'x' }, 'text')`. A function is a listener of that event. */
export function el(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value)
    else if (value !== false) element.setAttribute(key, value === true ? '' : String(value))
  }
  for (const child of children) if (child) element.append(child)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

export function svg(
  name: string,
  attributes: Record<string, string | number>,
  ...children: Node[]
) {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}

/** Replaces all of an element's content. */
export function fill(target: Element, ...children: Child[]) {
  target.replaceChildren(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  )
}
