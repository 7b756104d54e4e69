/** An eye on a page that shows what strangers wrote: whether all of it is text and nothing else. */
import type { Request } from '@playwright/test'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { expect, type Page } from './browser.ts'

/** All that is said on a page, and elements that no page of ours has. */
const look = `(() => {
  const said = [document.title]
  const made = []
  for (const node of document.querySelectorAll('*')) {
    const alive = [...node.attributes].some(({ name, value }) =>
      /^on|^srcdoc$/.test(name) ||
      (name === 'src' && value === 'x') ||
      (/^(src|href|action|data|formaction)$/.test(name) && /^\\W*(javascript|tg):|\\/\\/evil/.test(value)))
    const foreign = /^(base|object|embed|iframe)$/.test(node.localName) ||
      (node.localName === 'meta' && node.httpEquiv === 'refresh') ||
      (node.localName === 'style' && node.textContent.includes('evil')) ||
      (node.localName === 'script' && !/json$/.test(node.type) && node.textContent.includes('evil'))
    if (alive || foreign) made.push(node.outerHTML.slice(0, 200))
    if (typeof node.value === 'string') said.push(node.value)
  }
  for (const text = document.createTreeWalker(document, NodeFilter.SHOW_TEXT); text.nextNode(); )
    if (!/^(SCRIPT|STYLE)$/.test(text.currentNode.parentNode.nodeName)) said.push(text.currentNode.data)
  return { made, said: said.join('\\n') }
})()`
type Seen = { made: string[]; said: string }

const STILL_MS = 100

export async function openEye(page: Page) {
  const heard: string[] = []
  await page.exposeFunction('evil', () => void heard.push('a script ran'))
  page.on('dialog', (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.route(/^\w+:\/\/[^/]*evil/, (route) => {
    heard.push(`asked ${route.request().url()}`)
    return route.abort()
  })
  const asked = new Set<Request>()
  // News that go on are never at an end.
  page.on('request', (one) => void (/\/events\b/.test(one.url()) || asked.add(one)))
  page.on('requestfinished', (one) => void asked.delete(one))
  page.on('requestfailed', (one) => void asked.delete(one))

  const see = () => page.evaluate<Seen>(look)
  /** What is there once nothing is asked any more and the page stands still. */
  async function settle(): Promise<Seen> {
    for (let before = ''; ;) {
      const seen = await see()
      const whole = asked.size === 0 && !seen.said.includes('Завантаження…')
      if (whole && seen.said === before) return seen
      before = seen.said
      await page.waitForTimeout(STILL_MS)
    }
  }

  return {
    /** What came alive: a script, a dialog, a call to somebody evil. */
    heard,
    see,
    /** The page shows at least so many of the forty as they were kept, and nothing was made of any. */
    async expectOnlyText(name: string, least: number): Promise<void> {
      await expect(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible()
      const shown = async () => {
        const { said } = await see()
        return hostileTexts.filter(({ kept }) => said.includes(kept)).length
      }
      await expect.poll(shown, `${name}: so many of forty`).toBeGreaterThanOrEqual(least)
      const { made, said } = await settle()
      expect(made, name).toEqual([])
      expect(said, name).not.toContain('Не вдалося завантажити')
    },
  }
}
