// The server's copy of the marketing pages: built into the visitors' server bundle, rendered once and cached.
import { renderToString } from 'react-dom/server'
import type { LandingView } from '../contract.ts'
import styles from './landing.css?inline'
import { LandingPage } from './landing-page.tsx'

export const css: string = styles
export const render = (view: LandingView): string => renderToString(<LandingPage {...view} />)
