/** A link inside the site by its plain address (`paths.ts`): client-side, with its page preloaded. */
import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { isSitePath } from '#contract/site.ts'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * Works alone and as `component={PageLink}` of a Mantine component.
 * The till and the public pages are other documents: the browser itself goes there.
 */
export function PageLink({ href, ref, children, ...rest }: Props) {
  const path = href.split(/[?#]/)[0] ?? ''
  if (href.startsWith('/pos_interface') || !href.startsWith('/') || isSitePath(path)) {
    return (
      <a href={href} ref={ref} {...rest}>
        {children}
      </a>
    )
  }
  const url = new URL(href, location.origin)
  return (
    <Link
      to={url.pathname}
      search={Object.fromEntries(url.searchParams)}
      hash={url.hash.slice(1) || undefined}
      ref={ref}
      {...rest}
    >
      {children}
    </Link>
  )
}
