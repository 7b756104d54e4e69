import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { themeScript } from './contract/theme-script.ts'

/** Where the dev server sends the calls of the API. */
const SERVER = process.env.VERTA_SERVER ?? 'http://localhost:3000'

/** Puts the theme script and the preloads of the two most used font files into <head>. */
function head(): Plugin {
  return {
    name: 'verta-head',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((file) =>
          /onest-(latin|cyrillic)-wght-normal.*\.woff2$/.test(file),
        )
        return [
          { tag: 'script', children: themeScript, injectTo: 'head-prepend' },
          ...fonts.map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
            },
            injectTo: 'head' as const,
          })),
        ]
      },
    },
  }
}

/** In development the till's page answers at its own address, as the server does it. */
function tillPage(): Plugin {
  return {
    name: 'verta-till-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/pos_interface') request.url = '/pos.html'
        next()
      })
    },
  }
}

/** Where a page's script begins. */
const page = (name: string) => resolve(import.meta.dirname, `web/${name}.html`)

/**
 * The component library in one chunk, its icons in another. Left alone they fall into a hundred
 * crumbs, which cost more in headers and lost compression than they save; and the library's modules
 * lean on each other while they start, so they must not be spread over chunks that import in circles.
 * Large parts that few pages use stay out: nothing of the library itself imports them.
 */
const sharedChunks = {
  codeSplitting: {
    groups: [
      {
        name: 'library',
        test: /node_modules[\\/](?!@mantine[\\/]core[\\/].*components[\\/](?:Slider|Stepper|TagsInput|PillsInput|MultiSelect|Autocomplete|Chip|FileButton|Progress|Fieldset|CopyButton|Radio|Switch|Tabs|SegmentedControl|PasswordInput|NumberInput|Pagination|Table|Textarea|Pill)[\\/])(@mantine[\\/](core|hooks|store|form|notifications)|@floating-ui|react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/,
      },
      { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
    ],
  },
}

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  plugins: [react(), head(), tillPage()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    // The till is built into the same folder afterwards.
    emptyOutDir: false,
    assetsDir: 'assets',
    // Fonts and icons stay files: the policy of the pages allows no data: fonts.
    assetsInlineLimit: 0,
    target: 'es2022',
    // The library's chunk is large once; what a page may load is held by e2e/budgets.e2e.ts.
    chunkSizeWarningLimit: 800,
  },
  // Two builds, so that the till's small bundle is never stretched by what the cabinet shares.
  environments: {
    client: {
      build: { emptyOutDir: true, rolldownOptions: { input: page('index'), output: sharedChunks } },
    },
    till: {
      consumer: 'client',
      build: { rolldownOptions: { input: page('pos') } },
    },
  },
  builder: {
    async buildApp({ build, environments }) {
      for (const environment of [environments.client, environments.till]) {
        if (environment) await build(environment)
      }
    },
  },
  server: {
    port: 5173,
    // Not all of /api: the sources of web/api are served under that address here.
    proxy: Object.fromEntries(
      ['/api/v1', '/pos-api', '/dev/', '/uploads'].map((path) => [
        path,
        { target: SERVER, xfwd: true },
      ]),
    ),
  },
})
