/** A link inside the site by its plain address (`paths.ts`): client-side, with its page preloaded. */
import { Link } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/**
 * Works alone and as `component={PageLink}` of a Mantine component.
 * The till is another document, so its address is followed by the browser itself.
 */
export function PageLink({ href, ref, children, ...rest }: Props) {
  if (href.startsWith('/pos_interface') || !href.startsWith('/')) {
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
