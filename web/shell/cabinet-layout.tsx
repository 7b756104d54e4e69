/** The frame of the owner's cabinet: rail, bar, content; a drawer and a bottom bar on a phone. */
import { Burger, Button, Drawer, Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { IconCashRegister, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadText, useText } from '../text/text.ts'
import { setTitleBrand } from '../ui/page-header.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import classes from './cabinet-layout.module.css'
import { ConfirmEmailBanner } from './confirm-email-banner.tsx'
import { useHotkeys } from './hotkeys.ts'
import { LanguageButton } from './language-panel.tsx'
import { PageLink } from './link.tsx'
import { useOrganization } from './organizations.ts'
import { ManualLink } from './manual-link.tsx'
import { paths } from './paths.ts'
import { Rail } from './rail.tsx'
import { lastOrganization, rememberOrganization, useUser } from './session.ts'
import { SkipLink } from './skip-link.tsx'
import { ThemeMenu } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

/** Their words come with them. */
const withText = async <Module,>(module: Promise<Module>): Promise<Module> => {
  await loadText('tools')
  return module
}
const SearchDialog = lazy(() =>
  withText(import('./search-dialog.tsx')).then((module) => ({ default: module.SearchDialog })),
)
const DemoStripe = lazy(() =>
  withText(import('./demo-stripe.tsx')).then((module) => ({ default: module.DemoStripe })),
)
const KeysDialog = lazy(() =>
  withText(import('./keys-dialog.tsx')).then((module) => ({ default: module.KeysDialog })),
)

/** The pages that are about the owner and not about one organization. */
const withoutRail = new Set<string>([paths.organizations, paths.land])

/** The organization of the address, else the one worked in last. */
function useShownOrganization(): string | undefined {
  const { id } = useParams({ strict: false }) as { id?: string }
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => {
    if (id) rememberOrganization(id)
  }, [id])
  if (id) return id
  return withoutRail.has(pathname) ? undefined : lastOrganization()
}

export function CabinetLayout() {
  const t = useText('shell')
  setTitleBrand(t('brand'))
  const id = useShownOrganization()
  const organization = useOrganization(id)
  // The first run is one road: nothing beside it asks for attention.
  const launching = useRouterState({ select: ({ location }) => location.pathname === paths.land })
  const user = useUser()
  const [opened, drawer] = useDisclosure()
  const [dialog, setDialog] = useState<'search' | 'keys'>()
  useHotkeys(id, () => setDialog('keys'))
  const close = () => setDialog(undefined)
  return (
    <div className={classes.shell} data-rail={id ? true : undefined}>
      <SkipLink />
      <header className={classes.bar}>
        {id ? (
          <Burger
            className={classes.burger}
            opened={opened}
            onClick={drawer.toggle}
            size="sm"
            aria-label={t('nav.menu')}
          />
        ) : null}
        <span className={classes.brand}>
          <Brand href={paths.organizations} />
        </span>
        <Breadcrumb />
        <span className={classes.tools}>
          {id ? <SearchButton onClick={() => setDialog('search')} /> : null}
          <Button
            component={PageLink}
            href={paths.till}
            variant="light"
            leftSection={<IconCashRegister size={20} stroke={1.75} />}
            className={classes.till}
          >
            {t('open_till')}
          </Button>
          <span className={classes.quiet}>
            <ManualLink />
            <ThemeMenu />
            <LanguageButton compact />
          </span>
          {user ? <UserMenu user={user} /> : null}
        </span>
      </header>
      {id ? (
        <aside className={classes.rail}>
          <Rail id={id} />
        </aside>
      ) : null}
      <main id="content" className={classes.main}>
        <div className={classes.content}>
          {launching ? null : <ConfirmEmailBanner />}
          {organization?.is_demo ? (
            <Suspense>
              <DemoStripe organization={organization} />
            </Suspense>
          ) : null}
          <Outlet />
        </div>
      </main>
      {id ? (
        <>
          <Drawer
            opened={opened}
            onClose={drawer.close}
            position="left"
            size={320}
            title={<Brand href={paths.organizations} />}
            closeButtonProps={{ 'aria-label': t('nav.close_menu') }}
          >
            <Rail id={id} wide onChosen={drawer.close} />
            <div className={classes.drawerTools}>
              <ThemeMenu />
              <LanguageButton />
            </div>
          </Drawer>
          <BottomBar id={id} onMore={drawer.open} />
        </>
      ) : null}
      <Suspense>
        {id && dialog === 'search' ? <SearchDialog id={id} onClose={close} /> : null}
        {dialog === 'keys' ? <KeysDialog onClose={close} /> : null}
      </Suspense>
    </div>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const t = useText('shell')
  return (
    <Button
      variant="default"
      className={classes.search}
      onClick={onClick}
      data-hotkey="search"
      aria-label={t('search.title')}
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={20} stroke={1.75} />}
      rightSection={<Kbd className={classes.searchKey}>/</Kbd>}
    >
      <span className={classes.searchWord}>{t('search.button')}</span>
    </Button>
  )
}
