module foreign

go 1.19

require (
	github.com/pusher/pusher-http-go/v5 v5.0.0
	golang.org/x/crypto v0.0.0-20200709230013-948cd5f35899
)
