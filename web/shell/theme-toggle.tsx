/** Light · Dark · Auto, kept in `localStorage.theme`. */
import {
  ActionIcon,
  Menu,
  SegmentedControl,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useText } from '../text/text.ts'

const choices = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** The three choices side by side: the mobile sheet and the account page. */
export function ThemeToggle({ fullWidth }: { fullWidth?: boolean }) {
  const t = useText('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={t('theme.label')}
      fullWidth={fullWidth}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={choices.map(({ value }) => ({ value, label: t(`theme.${value}`) }))}
    />
  )
}

/** The same choice as one button of the bar. */
export function ThemeMenu() {
  const t = useText('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const Now = shown === 'dark' ? IconMoon : IconSun
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`${t('theme.label')}: ${t(`theme.${colorScheme}`)}`}
        >
          <Now size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, icon: Icon }) => (
          <Menu.Item
            key={value}
            component="button"
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon size={18} stroke={1.75} />}
            rightSection={colorScheme === value ? <IconCheck size={16} /> : <span />}
            onClick={() => setColorScheme(value)}
          >
            {t(`theme.${value}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
