import { type AnswerloomClient, createClient, type PageLanguage } from '@answerloom/client'
import { useEffect, useMemo, useState } from 'react'
import type { AskStatus } from './exchange.ts'
import { createSession, type Session, type SessionState } from './session.ts'

/** The workspace, by its server's address and its subdomain, or a client that has both. */
export interface WorkspaceOptions {
  /** Address of the Answerloom server, such as `https://help.example.com`. */
  server?: string
  subdomain?: string
  language?: PageLanguage
  /** In place of the three above; keep it between renders. */
  client?: AnswerloomClient
}

export interface Answerloom extends SessionState, Omit<Session, 'getState' | 'subscribe'> {
  /** Status of the current question; `idle` before the first. */
  status: AskStatus
  client: AnswerloomClient
}

/** Asking, searching, voting and handoff for a workspace, without any markup. */
export function useAnswerloom({ server, subdomain, language, client }: WorkspaceOptions): Answerloom {
  const [usedClient, session] = useMemo(() => {
    if (!client && !(server && subdomain)) throw new Error('Answerloom needs a server and a subdomain, or a client.')
    const used = client ?? createClient({ server: server ?? '', subdomain: subdomain ?? '', language })
    return [used, createSession(used)] as const
  }, [server, subdomain, language, client])
  const [state, setState] = useState(session.getState)
  useEffect(() => {
    setState(session.getState())
    const unsubscribe = session.subscribe(setState)
    return () => {
      unsubscribe()
      session.search('')
      session.cancel()
    }
  }, [session])
  return { ...session, ...state, client: usedClient, status: state.current?.status ?? 'idle' }
}
