/** The organization one works in, and the way to another. */
import { Avatar, Menu, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconCheck, IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { initials } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { PageLink } from './link.tsx'
import classes from './organization-switcher.module.css'
import { type Organization, organizationsQuery } from './organizations.ts'
import { paths } from './paths.ts'

/** The search is worth its line only when there is something to search in. */
const SEARCH_FROM = 6
const SHOWN_MAX = 50

export function OrganizationSwitcher({ id, onChosen }: { id: string; onChosen?: () => void }) {
  const t = useText('shell')
  const { data } = useQuery(organizationsQuery)
  const all = data?.items ?? []
  const current = all.find((organization) => organization.id === id)
  const name = current?.name ?? '…'
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <OrganizationLogo organization={current} />
          <span className="v-sr">{t('switcher.label', { name: '' })}</span>
          <span className={classes.name}>{name}</span>
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Choices all={all} id={id} onChosen={onChosen} />
        <Menu.Divider />
        <Menu.Item component={PageLink} href={paths.organizations} onClick={onChosen}>
          {t('switcher.all')}
        </Menu.Item>
        <Menu.Item
          component={PageLink}
          href={`${paths.organizations}?create=1`}
          leftSection={<IconPlus size={16} />}
          onClick={onChosen}
        >
          {t('switcher.create')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoicesProps = { all: Organization[]; id: string; onChosen?: (() => void) | undefined }

function Choices({ all, id, onChosen }: ChoicesProps) {
  const t = useText('shell')
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase()
  const found = all
    .filter((organization) => organization.name.toLocaleLowerCase().includes(wanted))
    .slice(0, SHOWN_MAX)
  return (
    <>
      {all.length >= SEARCH_FROM ? (
        <TextInput
          size="sm"
          mb={4}
          aria-label={t('switcher.search')}
          placeholder={t('switcher.search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.list}>
        {found.map((organization) => (
          <Menu.Item
            key={organization.id}
            leftSection={<OrganizationLogo organization={organization} size={28} />}
            rightSection={organization.id === id ? <IconCheck size={16} /> : null}
            onClick={() => {
              onChosen?.()
              void navigate({ href: paths.overview(organization.id) })
            }}
          >
            {organization.name}
          </Menu.Item>
        ))}
        {found.length === 0 ? <p className={classes.none}>{t('switcher.none')}</p> : null}
      </div>
    </>
  )
}

type LogoProps = { organization: Pick<Organization, 'name' | 'logo'> | undefined; size?: number }

/** The shop's logo, or its first letters on green. */
export function OrganizationLogo({ organization, size = 36 }: LogoProps) {
  return (
    <Avatar
      src={organization?.logo ?? null}
      color="spruce"
      radius="sm"
      size={size}
      alt=""
      aria-hidden
    >
      {initials(...(organization?.name.split(/\s+/) ?? ['…']))}
    </Avatar>
  )
}
