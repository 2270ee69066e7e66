/**
 * Words that people use for one another when they ask a support desk, one group a line; a word may stand in several.
 * Written from general knowledge of such questions, kept generic: a group earns its place in any workspace.
 */
export const SYNONYM_GROUPS: Record<string, string> = {
  en: `
price cost fee charge rate pricing fare expense expensive tariff much
cheap affordable inexpensive budget
free complimentary gratis
discount coupon voucher promo promotion deal offer sale code
cancel stop end terminate discontinue unsubscribe abort quit
subscription plan membership tier package
subscribe join enroll register signup
trial demo evaluation
buy purchase order get acquire shop
sell selling seller vendor merchant
refund reimbursement reimburse return chargeback
exchange swap replace replacement substitute
warranty guarantee guaranteed
invoice bill receipt statement billing
pay payment paid paying checkout transaction
card credit debit visa mastercard
bank banking branch
transfer send wire move remit
deposit withdraw withdrawal
balance amount total funds
money cash funds dollar dollars currency
loan mortgage lending borrow lend financing
interest apr percentage rate
tax taxes vat irs duty customs
insurance coverage insure insured policy
salary wage income pay paycheck earnings payday
retirement pension 401k
ship shipping shipment deliver delivery dispatch post courier mail
package parcel box
track tracking trace status whereabouts
arrive arrival receive come reach
late delay delayed overdue slow
lost missing misplaced lose stolen disappear disappeared vanish
broken damaged faulty defective crack cracked malfunction
error problem issue trouble bug fault fail failure failing glitch wrong incorrect
fix repair solve resolve troubleshoot correct service
work working function functioning operate
crash freeze freezing hang stuck unresponsive
delete remove erase clear wipe uninstall discard eliminate rid
add create make new set setup insert include build generate
change edit modify update alter switch adjust amend replace
rename name title called
save store keep preserve retain
restore recover recovery undo revert retrieve
start begin launch open initiate activate enable
stop disable deactivate off turn suspend pause
hide conceal invisible
show display view see appear visible
find locate search look lookup discover
choose select pick
copy duplicate clone
move transfer migrate relocate
merge combine join consolidate
split separate divide
import upload load
export download save backup
install installation setup
upgrade update newer version
connect link attach pair sync synchronize integrate integration
disconnect unlink detach
share publish post distribute
send forward submit deliver
block ban blacklist mute ignore
report flag complain complaint
allow permit able possible enable let authorize authorized
forbid prohibit deny disallow restrict restricted
need require required requirement must necessary mandatory
want wish like prefer
help support assist assistance aid service
contact reach call phone email talk
agent representative human person operator staff
phone telephone mobile cell smartphone cellphone number
email mail message inbox
message text sms chat conversation thread
reply answer respond response
ask question query enquiry inquiry
notification notify alert reminder alarm
password passcode pin passphrase
login signin credential authenticate authentication
logout signout
account profile user
username handle nickname alias
verify verification confirm confirmation validate check
security secure safe safety protect protection
privacy private confidential personal
hack hacked compromised phishing scam fraud fraudulent
encrypt encryption encrypted
identity id identification passport
admin administrator owner manager
team group organization organisation
member user colleague coworker teammate
role permission access right privilege
invite invitation add
company firm business corporation employer enterprise
customer client buyer
job employment career occupation position vacancy
hire hiring recruit
boss manager supervisor
vacation holiday leave pto
sick ill illness disease unwell
doctor physician medical clinic hospital
medicine medication drug treatment remedy cure treat therapy vaccine
vaccine vaccination vaccinate shot immunization immunisation jab
virus coronavirus covid corona
spread transmit transmission contagious infect infection infected catch pass
symptom sign indication
prevent avoid prevention protect
test testing tested diagnose diagnosis
quarantine isolate isolation lockdown distancing
mask facemask face covering respirator
clean wash disinfect sanitize sanitizer sanitise hygiene
die death fatal mortality kill deadly dead
old elderly older senior age aged
child children kid baby infant toddler
pregnant pregnancy expecting
pet animal dog cat
food meal dish eat eating cuisine
recipe cook cooking bake
ingredient ingredients contents
restaurant dining diner eatery
drink beverage
grocery groceries supermarket
car vehicle auto automobile
gas fuel petrol gasoline
tire tyre wheel
oil lubricant
drive driving driver
road route directions way traffic
travel trip journey tour
flight plane airplane fly airline airport
hotel accommodation lodging room stay
book reserve reservation booking
luggage baggage suitcase
visa passport
weather forecast temperature rain climate
date day
time hour clock
schedule calendar agenda appointment meeting
event conference webinar
deadline due expire expiry expiration
late overdue
recurring renew renewal automatic automatically
location address place
near nearby nearest close closest
city town
country nation land
language translate translation spanish french german italian chinese japanese english
speak say tell talk pronounce
mean meaning definition define
explain describe tell
example sample instance
reason why cause because
difference differ compare comparison versus different
convert conversion exchange
calculate compute math
limit maximum cap quota restriction max
minimum least lowest
increase raise grow higher boost
decrease reduce lower less shrink cut
fast quick rapid speed soon quickly
big large huge size
small little tiny
repeat again redo
next upcoming following
previous last former past earlier
all every entire whole multiple bulk
only just single
empty blank
automatic automatically automate
default standard
custom customize customise personalize
settings preferences options configure configuration
feature functionality capability function
button icon
menu navigation
tab window
screen display monitor
dark night theme
color colour
font typeface text
picture photo image pic
video movie film clip
music song track audio sound
file document attachment
folder directory label category
list listing table
spreadsheet sheet excel
row line
column field
cell box
chart graph diagram plot
form survey questionnaire
website site page web webpage
link url hyperlink address
internet network wifi online web
offline disconnected
computer pc laptop desktop
device gadget hardware phone tablet
printer print printing
keyboard shortcut hotkey
program software app application tool
browser chrome firefox safari
storage space disk
data information info details
report analytics statistics
statistics stats numbers figures
api developer integration endpoint
server host hosting
domain dns
student pupil learner
teacher instructor tutor professor
course class lesson training
certificate diploma certification
homework assignment exercise
exam test quiz
university college school
author wrote writer written
founded established created formed
leader ruler king president head
war battle conflict fight
population people inhabitants
percent percentage proportion
birthday born birth
government state authority
law legal legislation
terms conditions agreement contract
gdpr privacy
open opening hours
close closing closed shut
store shop outlet retailer
stock available availability inventory
gift present
size dimension measurement fit
return back
points rewards loyalty miles
review rating feedback testimonial
joke funny humor laugh
game play gaming
robot bot ai machine
thanks thank appreciate grateful
hello hi hey greetings
goodbye bye farewell
yes sure okay agree
no nope negative
maybe perhaps unsure`,
}
