import { ActionIcon, Badge, Card, Menu } from '@mantine/core'
import { IconDots, IconSettings, IconTrash } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import { OrganizationLogo } from '../../shell/organization-switcher.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { moneyWhole, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { LicenseBadge } from './license-badge.tsx'
import classes from './organizations.module.css'

type Props = { organization: Organization; onDelete: () => void }

export function OrganizationCard({ organization, onDelete }: Props) {
  const t = useText('organizations')
  const { stats_brief: stats } = organization
  return (
    <Card component="article" padding="md" className={classes.card}>
      <header className={classes.cardHead}>
        <OrganizationLogo organization={organization} size={44} />
        <div className={classes.cardName}>
          <h2>
            <PageLink href={paths.overview(organization.id)}>{organization.name}</PageLink>
          </h2>
          <p>{organization.city_name ?? t(`category.${organization.business_category}`)}</p>
        </div>
        <OrganizationMenu organization={organization} onDelete={onDelete} />
      </header>
      <div className={classes.badges}>
        <LicenseBadge organization={organization} />
        {organization.is_demo ? <Badge color="blue">{t('demo')}</Badge> : null}
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('stat.pos')}</dt>
          <dd>{number(stats.pos_count)}</dd>
        </div>
        <div>
          <dt>{t('stat.buyers')}</dt>
          <dd>{number(stats.buyers_count)}</dd>
        </div>
        <div>
          <dt>{t('stat.turnover')}</dt>
          <dd>{moneyWhole(stats.month_turnover, organization.currency)}</dd>
        </div>
      </dl>
    </Card>
  )
}

export function OrganizationMenu({ organization, onDelete }: Props) {
  const t = useText('organizations')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={classes.menu}
          aria-label={t('menu', { name: organization.name })}
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={PageLink}
          href={paths.profile(organization.id)}
          leftSection={<IconSettings size={18} stroke={1.75} />}
        >
          {t('menu.settings')}
        </Menu.Item>
        <Menu.Item
          color="kalyna"
          leftSection={<IconTrash size={18} stroke={1.75} />}
          onClick={onDelete}
        >
          {t('menu.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
