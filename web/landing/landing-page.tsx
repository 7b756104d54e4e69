/** The home page: its sections in the order of the seed, and the call-back panel beside them. */
import { paths } from '../shell/paths.ts'
import { Island } from '../site/island.tsx'
import { PageTitle } from '../site/layout.tsx'
import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { Articles } from './articles-section.tsx'
import { CallbackPanel } from './callback-panel.tsx'
import callback from './callback-panel.module.css'
import { ChatBotSection } from './chat-bot-section.tsx'
import { DemoBots } from './demo-bots.tsx'
import { Faq } from './faq.tsx'
import { Integration } from './integration.tsx'
import classes from './landing-page.module.css'
import { Prices } from './prices.tsx'
import { ReturningReceipt } from './returning-receipt.tsx'
import { Audience, Cabinet, Parts, Stats, Why } from './sections.tsx'
import { Segments } from './segments.tsx'
import { VideoGuide } from './video-guide.tsx'

export function LandingPage() {
  const t = useWords('landing')
  return (
    <div className={classes.page}>
      <Hero />
      <Stats />
      <Why />
      <Parts />
      <Cabinet />
      <section className={classes.section}>
        <h2>{t('segments.title')}</h2>
        <p className={classes.lead}>{t('segments.lead')}</p>
        <Island
          name="segments"
          when="visible"
          component={Segments}
          props={{}}
          words={{ landing: ['segments.', 'bot.name'] }}
        />
      </section>
      <ChatBotSection />
      <DemoBots />
      <Integration />
      <Audience />
      <VideoGuide />
      <Prices />
      <Articles />
      <Faq />
      <Island
        name="callback"
        when="wanted"
        className={callback.lane}
        component={CallbackPanel}
        props={{}}
        words={{ landing: ['callback.'] }}
      />
    </div>
  )
}

function Hero() {
  const t = useWords('landing')
  const { facts } = useVisit()
  return (
    <section id="hero" className={classes.hero}>
      <div>
        <PageTitle>{t('hero.title')}</PageTitle>
        <p className={classes.sub}>{t('hero.sub', { days: facts.trial_days })}</p>
        <div className={classes.actions}>
          {/* Without scripts there is no panel: the link leads to the contacts. */}
          <a href="#contacts" data-callback="" className="v-button" data-size="lg">
            {t('hero.call')}
          </a>
          <a href={paths.signup} className="v-button" data-look="outline" data-size="lg">
            {t('hero.try')}
          </a>
        </div>
      </div>
      <ReturningReceipt />
    </section>
  )
}
