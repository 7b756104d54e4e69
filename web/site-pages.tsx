/** Every page of the public site in one list, by its address. Their paths are in `contract/site.ts`. */
import type { SitePath } from '#contract/site.ts'
import { articleAt } from './landing/article-page.tsx'
import { guidesPage, manualPage } from './landing/chapters-page.tsx'
import { conditionsPage } from './landing/conditions-page.tsx'
import { landingFacts } from './landing/landing-facts.ts'
import { LandingPage } from './landing/landing-page.tsx'
import { LicenseAgreementPage } from './landing/license-agreement-page.tsx'
import { ProfitPage } from './landing/profit-page.tsx'
import type { SitePage } from './site/site.ts'

export const sitePages: Record<SitePath, SitePage> = {
  '/': {
    areas: ['landing'],
    title: ({ t }) => t('landing')('hero.title'),
    description: ({ t, facts }) => t('landing')('hero.sub', { days: facts.trial_days }),
    facts: landingFacts,
    Page: LandingPage,
  },
  '/license_agreement': {
    areas: ['public'],
    title: ({ t }) => t('public')('license.title'),
    description: ({ t }) => t('public')('license.1.text'),
    Page: LicenseAgreementPage,
  },
  '/conditions_of_participation': conditionsPage,
  '/user_manual': manualPage,
  '/developers': guidesPage,
  '/profit': {
    areas: ['profit'],
    title: ({ t }) => t('profit')('title'),
    description: ({ t }) => t('profit')('lead'),
    picture: 'profit',
    Page: ProfitPage,
  },
  '/local_marketing': articleAt('local_marketing'),
  '/articles/rmk_manual': articleAt('rmk_manual'),
  '/articles/how_to_improve_efficiency_bas': articleAt('how_to_improve_efficiency_bas'),
  '/articles/chat_bot_for_bas_sb': articleAt('chat_bot_for_bas_sb'),
  '/articles/bot_creation': articleAt('bot_creation'),
  '/articles/bas_user_manual': articleAt('bas_user_manual'),
  '/yak-zbilshyty-prodazhi': articleAt('yak-zbilshyty-prodazhi'),
}
