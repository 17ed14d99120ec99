import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useOrg } from '../api/use-org.tsx'
import { useTexts } from '../texts/texts-provider.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'
import { ShortName } from '../ui/layout/short-name.tsx'
import { Logo } from './logo.tsx'
import { useCrumbs } from './use-crumbs.ts'

/** Where one is: the way down to the page, and the title of the browser's tab. A phone shows the step back. */
export const Breadcrumb = (): ReactNode => {
  const { common, shell } = useTexts()
  const { orgName } = useOrg()
  const crumbs = useCrumbs()
  const title = usePageTitle()
  const above = crumbs.filter(({ isList }) => isList !== true).map(({ name }) => name)
  const parent = crumbs.at(-1)
  return (
    <>
      <title>{[title, ...above.toReversed(), common.appName].filter((part) => part !== '').join(' · ')}</title>
      <nav aria-label={shell.breadcrumb} className="min-w-0 flex-1 text-sm max-md:hidden">
        <ol className="flex min-w-0 items-center gap-1.5">
          {crumbs.map(({ href, name }) => (
            <Fragment key={href}>
              <li className="min-w-0">
                <Link to={href} className="block text-quiet underline-offset-3 hover:text-ink hover:underline">
                  <ShortName name={name} />
                </Link>
              </li>
              <li aria-hidden="true">
                <ChevronRight className="size-3 shrink-0 text-faint" strokeWidth={1.75} />
              </li>
            </Fragment>
          ))}
          <li className="min-w-0 font-medium" aria-current="page">
            <ShortName name={title} />
          </li>
        </ol>
      </nav>
      <div className="flex min-w-0 flex-1 items-center gap-2.5 md:hidden">
        {parent === undefined ? (
          <>
            <Logo />
            <span className="min-w-0 font-semibold">
              <ShortName name={orgName} />
            </span>
          </>
        ) : (
          <Link
            to={parent.href}
            aria-label={shell.back({ to: parent.name })}
            className="-ml-2 flex min-h-10 min-w-0 items-center gap-1 pr-2 font-medium text-quiet"
          >
            <ChevronLeft className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <ShortName name={parent.name} />
          </Link>
        )}
      </div>
    </>
  )
}
