/** The style sheets of every page of the site; modules bring their own. */
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import './site.css'
