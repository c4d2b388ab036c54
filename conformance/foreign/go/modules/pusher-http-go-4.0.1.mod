module foreign

go 1.19

require (
	github.com/pusher/pusher-http-go v4.0.1+incompatible
	golang.org/x/crypto v0.0.0-20200709230013-948cd5f35899
)
