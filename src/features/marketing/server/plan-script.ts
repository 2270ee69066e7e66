import { SELECTED_PLAN, SELECTED_PLAN_AT } from '../../billing/contract.ts'

/**
 * The pricing's only script: the plan that is pressed waits in the session for the time after signing in, and the button
 * says that it was heard. A page that comes back out of the browser's memory says what it said before.
 */
export const PLAN_SCRIPT = `addEventListener('click',(e)=>{const a=e.target.closest('a[data-plan]');if(!a||e.ctrlKey||e.metaKey||e.shiftKey||e.button)return;try{if(a.pathname==='/auth'){sessionStorage.setItem('${SELECTED_PLAN}',a.dataset.plan);sessionStorage.setItem('${SELECTED_PLAN_AT}',Date.now())}}catch{}a.setAttribute('aria-busy','true');a.textContent='Loading...'});addEventListener('pageshow',(e)=>{if(e.persisted)location.reload()})`
