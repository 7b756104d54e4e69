import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { sitePaths } from './contract/site.ts'
import { themeScript } from './contract/theme-script.ts'
import { contentPlugin } from './scripts/content/content-plugin.ts'
import { writeTillWorker } from './scripts/till-worker.ts'

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
        test: /node_modules[\\/](?!@mantine[\\/]core[\\/].*components[\\/](?:Combobox|NumberInput|Slider|Stepper|Checkbox|Select|Drawer|TagsInput|PillsInput|MultiSelect|Autocomplete|Chip|FileButton|Progress|Fieldset|CopyButton|Radio|Switch|Tabs|SegmentedControl|PasswordInput|Pagination|Table|Textarea|Pill|Code|Divider)[\\/])(@mantine[\\/](core|hooks|store|notifications)|@floating-ui|react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/,
      },
      { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
    ],
  },
}

const dist = resolve(import.meta.dirname, 'dist')

/**
 * Puts what the renderer of the public site needs beside it: the one style sheet, which its
 * documents carry inside, and the names of the files they ask for.
 */
function tellRenderer(browser: Rolldown.RolldownOutput) {
  const rendered = join(dist, 'site', 'assets')
  const files = readdirSync(rendered)
  const css = files.filter((file) => file.endsWith('.css'))
  const fonts = files.filter((file) => /^onest-(latin|cyrillic)-wght-normal.*\.woff2$/.test(file))
  const script = browser.output.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  cpSync(rendered, join(dist, 'web', 'assets'), {
    recursive: true,
    filter: (path) => !path.endsWith('.css'),
  })
  const assets = {
    script: `/${script?.fileName}`,
    fonts: fonts.map((file) => `/assets/${file}`),
    css: css.map((file) => readFileSync(join(rendered, file), 'utf8')).join(''),
  }
  mkdirSync(join(dist, 'site'), { recursive: true })
  writeFileSync(join(dist, 'site', 'assets.json'), JSON.stringify(assets))
}

/** Compresses once what would be compressed at every visit; the server sends these files. */
function compressFiles(folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg|json|webmanifest|wasm)$/.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    if (bytes.length < 1024) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length < 300_000 ? 11 : 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  plugins: [contentPlugin(resolve(import.meta.dirname, 'web')), react(), head(), tillPage()],
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
  // Builds of their own, so that the till and the public site are never stretched by what the
  // cabinet shares. The last is for the server: it renders the public site to HTML.
  environments: {
    client: {
      build: { emptyOutDir: true, rolldownOptions: { input: page('index'), output: sharedChunks } },
    },
    till: {
      consumer: 'client',
      build: { rolldownOptions: { input: page('pos') } },
    },
    mini: {
      consumer: 'client',
      build: { rolldownOptions: { input: [page('card'), page('link')] } },
    },
    site: {
      consumer: 'client',
      // One sheet, which nobody asks for: the documents carry their styles inside.
      build: {
        cssCodeSplit: false,
        rolldownOptions: { input: resolve(import.meta.dirname, 'web/site-client.ts') },
      },
    },
    renderer: {
      consumer: 'server',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true },
      build: {
        outDir: join(dist, 'site'),
        emptyOutDir: true,
        emitAssets: true,
        cssCodeSplit: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { render: resolve(import.meta.dirname, 'web/site-render.tsx') },
          output: { entryFileNames: 'render.js' },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments }) {
      const { client, till, mini, site, renderer } = environments
      if (!client || !till || !mini || !site || !renderer)
        throw new Error('an environment is missing')
      await build(client)
      const shell = (await build(till)) as Rolldown.RolldownOutput
      await build(mini)
      const browser = (await build(site)) as Rolldown.RolldownOutput
      await build(renderer)
      tellRenderer(browser)
      writeTillWorker(join(dist, 'web'), shell)
      compressFiles(join(dist, 'web'))
    },
  },
  server: {
    port: 5173,
    // Not all of /api: the sources of web/api are served under that address here. The public pages
    // come from the server as they were last built.
    proxy: Object.fromEntries(
      ['/api/v1', '/pos-api', '/dev/', '/uploads', ...sitePaths.map((path) => `^${path}$`)].map(
        (path) => [path, { target: SERVER, xfwd: true }],
      ),
    ),
  },
})
