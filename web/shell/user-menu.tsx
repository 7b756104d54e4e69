/** Who is signed in, and the way out. */
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconBuildingStore, IconLogout, IconSettings, IconShieldCog } from '@tabler/icons-react'
import { initials } from '../text/format.ts'
import { useText } from '../text/text.ts'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import { useProfile } from './profile.ts'
import { logOut, type StoredUser } from './session.ts'
import classes from './user-menu.module.css'

export function UserMenu({ user }: { user: StoredUser }) {
  const t = useText('shell')
  const administrator = useProfile()?.is_platform_administrator ?? false
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <span className="v-sr">{t('user.menu', { name })}</span>
          <Avatar color="spruce" radius="xl" size={36} aria-hidden>
            {initials(user.first_name || user.email, user.last_name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={560} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={PageLink}
          href={paths.organizations}
          leftSection={<IconBuildingStore size={18} stroke={1.75} />}
        >
          {t('user.organizations')}
        </Menu.Item>
        <Menu.Item
          component={PageLink}
          href={paths.account}
          leftSection={<IconSettings size={18} stroke={1.75} />}
        >
          {t('user.account')}
        </Menu.Item>
        {administrator ? (
          <Menu.Item
            component={PageLink}
            href={paths.admin}
            leftSection={<IconShieldCog size={18} stroke={1.75} />}
          >
            {t('user.admin')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} />}
          onClick={() => void logOut()}
        >
          {t('user.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
