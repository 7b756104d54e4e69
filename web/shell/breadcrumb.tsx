/** Where this page is: the organization, then the page. */
import { useMatches, useParams } from '@tanstack/react-router'
import { useText } from '../text/text.ts'
import classes from './breadcrumb.module.css'
import { PageLink } from './link.tsx'
import { useOrganization } from './organizations.ts'
import { paths } from './paths.ts'

export function Breadcrumb() {
  const t = useText('shell')
  const { id } = useParams({ strict: false }) as { id?: string }
  const organization = useOrganization(id)
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  if (!organization || !title) return <span className={classes.crumbs} />
  return (
    <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
      <ol>
        <li>
          <PageLink href={paths.overview(organization.id)}>{organization.name}</PageLink>
        </li>
        <li aria-current="page">{t(title)}</li>
      </ol>
    </nav>
  )
}
