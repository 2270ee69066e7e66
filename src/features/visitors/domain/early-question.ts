// A question that is sent while the frame's script is still on its way. The plain form would answer it in a new tab;
// it waits for the script instead, which is a moment away. Where the script can't be loaded the form stays plain.

/** Set on the document's element once a question waits; read by the frame's script when it begins. */
export const EARLY_MARK = 'data-asked'

/** Runs in the head of the frame, before a form can be sent. */
export const EARLY_SCRIPT = `let plain;addEventListener("error",()=>plain=1,!0);addEventListener("submit",e=>{plain||e.submitter?.name=="category"||(e.preventDefault(),document.documentElement.setAttribute("${EARLY_MARK}",""))})`
