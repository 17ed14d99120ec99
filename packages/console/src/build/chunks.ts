import type { Plugin } from 'vite'

/** What a module graph can be asked. */
interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

type Belongs = (id: string, graph: Graph) => boolean

/** Whether a module is needed by this one in any case. */
const neededBy = (root: RegExp): Belongs => {
  const known = new Map<string, boolean>()
  const isNeeded: Belongs = (id, graph) => {
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(id, root.test(id))
    const isSo = root.test(id) || (graph.getModuleInfo(id)?.importers ?? []).some((one) => isNeeded(one, graph))
    known.set(id, isSo)
    return isSo
  }
  return isNeeded
}

const boot = /\/src\/boot\.ts$/
/** What nearly every page is made of; but for boxes that float, which need a library and come later. */
const common = /\/src\/(?:format|live|state|texts\/plural|ui)\b(?!.*\/(?:dialog|confirm-button|delete-button)\.tsx$)/
/** What the most visited page is made of. */
const home = /\/src\/(?:shell\/shell|pages\/overview\/overview-page)\.tsx$/
/** All of the door is opened at once. */
const door = /\/src\/pages\/sign-in\//
/** By which the build loads what is not needed at once; and what it adds to every module that needs it. */
const helpers = /preload-helper|rolldown:runtime/

/**
 * All that the program needs in any case is one file: over a slow network each further one may have to wait for its turn. What runs before
 * it is not part of it, and what a page alone needs stays with that.
 */
export const groups = (): { name: (id: string, graph: Graph) => string | null; debugName: string }[] => {
  const [isEarly, isBase, isApi] = [neededBy(boot), neededBy(/\/src\/main\.tsx$/), neededBy(/\/src\/api\/api\.ts$/)]
  const [isCommon, isHome] = [neededBy(common), neededBy(home)]
  const name = (id: string, graph: Graph): string | null => {
    if (id.endsWith('.css') || boot.test(id)) return null
    if (helpers.test(id) || isEarly(id, graph)) return 'early'
    // With all that it needs: a file that needs another which needs it again begins with half of it.
    if (isBase(id, graph) || isCommon(id, graph)) return 'base'
    if (isApi(id, graph)) return 'api'
    if (isHome(id, graph)) return 'home'
    return door.test(id) ? 'door' : null
  }
  return [{ name, debugName: 'early and base' }]
}

/** The large file is asked for with the page, and not when the small one has come that would ask for it. */
export const preloadBase: Plugin = {
  name: 'preload-base',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((one) => one.type === 'chunk' && ['base', 'door', 'rolldown-runtime'].includes(one.name))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
  },
}
