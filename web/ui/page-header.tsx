/** The head of a page: its one H1, one sentence of purpose, the primary action at the right. */
import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page-header.module.css'

type Props = {
  title: string
  /** One sentence: what this page is for. */
  purpose?: ReactNode
  /** The one primary button, and at most a few quiet ones before it. */
  actions?: ReactNode
  /** A badge or a chip beside the title. */
  beside?: ReactNode
  /** What the browser tab says, when it is more than the title. */
  document_title?: string
}

export function PageHeader({ title, purpose, actions, beside, document_title }: Props) {
  usePageTitle(document_title ?? title)
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.line}>
          <Title order={1} tabIndex={-1}>
            {title}
          </Title>
          {beside}
        </div>
        {purpose ? <p className={classes.purpose}>{purpose}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  )
}

let brand = ''
/** The name after the page's title in the browser's tab. */
export const setTitleBrand = (name: string) => {
  brand = name
}

/** Names the page in the browser's tab; screen readers announce it after a change of page. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = brand ? `${title} · ${brand}` : title
  }, [title])
}
