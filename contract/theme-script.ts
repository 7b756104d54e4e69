/**
 * The one inline script of our pages: it paints the stored theme before the first frame, and tells
 * the style sheet which one was chosen and that somebody is signed in. Documents of the public site come in their language.
 *
 * It lives in the contract because both wings need its very text: the build puts it into the
 * pages, the server allows exactly this text in the Content-Security-Policy by its hash.
 */
export const themeScript =
  "(function(){var d=document.documentElement,t='auto';try{t=localStorage.getItem('theme')||t}catch(e){}" +
  "var k=t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches)?'dark':'light';" +
  "d.setAttribute('data-mantine-color-scheme',k);d.setAttribute('data-theme',k);d.setAttribute('data-chosen',t);" +
  "try{if(localStorage.getItem('user'))d.setAttribute('data-user','')}catch(e){}" +
  "try{if(!d.hasAttribute('data-site'))d.lang=({'ru-RU':'ru','en':'en','fr':'fr','es':'es','de':'de','es-MX':'es-MX','zh-CN':'zh-CN'})" +
  "[localStorage.getItem('language')]||'uk'}catch(e){}})()"
