// The server's copy of the site's pages: built into the visitors' server bundle, rendered once and cached.
import { renderToString } from 'react-dom/server'
import type { SiteView } from '../contract.ts'
import styles from './site.css?inline'
import { SitePageView } from './site-page.tsx'

export const css: string = styles
export const render = (view: SiteView): string => renderToString(<SitePageView {...view} />)
